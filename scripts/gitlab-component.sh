# Which program runs, and where a token goes, the inputs say alone: they are put here as text, where no variable of a
# pipeline overrules them. Their patterns let nothing through that ends the quotes; $NAME is a variable in "" only.
set -euf
project=$(pwd -P)
export CI_PROJECT_DIR="$project"

# A commit may have put programs into the checkout: no folder of it, and no relative one, stays on the PATH.
kept=
IFS=:
for folder in $PATH; do
  case $folder in /*) ;; *) continue ;; esac
  real=$(cd -P -- "$folder" 2>/dev/null && pwd) || continue
  case $folder/:$real/ in "$project"/* | "$PWD"/* | *:"$project"/*) ;; *) kept=$kept${kept:+:}$folder ;; esac
done
unset IFS
export PATH="${kept:-/nonexistent}"

# A path as the checkout means it: this script leaves that folder.
below() { case $1 in '' | /*) printf '%s\n' "$1" ;; *) printf '%s\n' "$project/$1" ;; esac }
report=$(below '$[[ inputs.report ]]')
junit=$(below '$[[ inputs.junit ]]')
dotenv=$(below '$[[ inputs.dotenv ]]')
html=$(below '$[[ inputs.html ]]')
certificates=$(below "$[[ inputs.ca-file ]]")
secret=$(below "$[[ inputs.token-file ]]")
repository=$(below "$[[ inputs.repo-dir ]]")
mapping="$[[ inputs.mapping ]]"

# A runner that keeps its work tree may have those of an earlier job.
rm -f -- "$report" "$junit" "$dotenv" "$html"

if [ -n '$[[ inputs.mapping-repository ]]' ]; then
  # Below .git no pushed file can stand, and the name, by which the ledger knows the mapping, is the same everywhere.
  shared=$project/.git/file-checkouts-mapping
  ref="$[[ inputs.mapping-ref ]]"
  rm -rf "$shared"
  git init --quiet "$shared"
  git -C "$shared" -c credential.helper= \
    -c credential.helper='!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f' \
    fetch --quiet --depth=1 --no-tags -- \
    "$CI_SERVER_URL/"'$[[ inputs.mapping-repository ]].git' "${ref:-HEAD}"
  git -C "$shared" checkout --quiet FETCH_HEAD
  mapping=$shared/${mapping:-.file-checkouts.yml}
fi
# REV:PATH is a path in a commit.
case $mapping in ?*:*) ;; *) mapping=$(below "$mapping") ;; esac

# An empty folder: no settings of npm and no packages of the checkout count here.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
cli='$[[ inputs.cli-command ]]'
if [ -n "$cli" ]; then
  # Not quoted: the command is words apart by blanks; -f keeps * in them as it is.
  set -- $cli
else
  # Without the environment, which holds the tokens and may hold other settings of npm (npm_config_*).
  env -i PATH="$PATH" HOME="$place" NODE_EXTRA_CA_CERTS="$certificates" \
    http_proxy="${http_proxy:-${HTTP_PROXY:-}}" https_proxy="${https_proxy:-${HTTPS_PROXY:-}}" \
    no_proxy="${no_proxy:-${NO_PROXY:-}}" \
    npm install --prefix "$place" --cache "$place/cache" --registry '$[[ inputs.npm-registry ]]' \
    --userconfig "$place/user.npmrc" --globalconfig "$place/global.npmrc" \
    --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel error \
    'file-checkouts@$[[ inputs.version ]]' >&2
  set -- node "$place/node_modules/file-checkouts/dist/cli.mjs"
fi

command='$[[ inputs.command ]]'
[ -z "${CI_MERGE_REQUEST_IID:-}" ] || command=plan
# Set here, also where it is empty, it counts, and not what a pipeline was given.
export FILE_CHECKOUTS_COMMAND="$command"
export FILE_CHECKOUTS_MAPPING="$mapping"
export FILE_CHECKOUTS_URL='$[[ inputs.url ]]'
export FILE_CHECKOUTS_ALLOW_HTTP='$[[ inputs.allow-http ]]'
export FILE_CHECKOUTS_CA_FILE="$certificates"
export FILE_CHECKOUTS_TOKEN_FILE="$secret"
export FILE_CHECKOUTS_LEDGER_REMOTE='$[[ inputs.ledger-remote ]]'
export FILE_CHECKOUTS_REPORT="$report" FILE_CHECKOUTS_JUNIT="$junit" FILE_CHECKOUTS_DOTENV="$dotenv" FILE_CHECKOUTS_HTML="$html"
# Nor does anybody else say which code Node loads, and whom it trusts.
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
"$@" "$command" --repo-dir="${repository:-$project}"
