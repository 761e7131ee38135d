# Which program runs, and where a token goes, the inputs say alone: they are put here as text, where no variable of a
# pipeline overrules them. Their patterns let nothing through that ends the quotes; $NAME is a variable in "" only.
set -euf
project=$(pwd -P)
case $project in //*) project=/${project#//} ;; esac
export CI_PROJECT_DIR="$project"

# A commit may have put programs into the checkout: no folder of it, and no relative one, stays on the PATH.
kept=
IFS=:
for folder in $PATH; do
  case $folder in /*) ;; *) continue ;; esac
  real=$(cd -P -- "$folder" 2>/dev/null && pwd) || continue
  # What some shells say of //folder, or below /proc/self/root.
  case $real in //*) real=/${real#//} ;; esac
  case $folder/:$real/ in "$project"/* | "$PWD"/* | *:"$project"/*) ;; *) kept=$kept${kept:+:}$folder ;; esac
done
unset IFS
export PATH="${kept:-/nonexistent}"

# Of another folder, a relative one would be another; then the system's counts.
case ${TMPDIR:-} in /*) ;; *) unset TMPDIR ;; esac

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
ref="$[[ inputs.mapping-ref ]]"

# Of the environment stays what the program reads, and the way out: the variables of a pipeline may name programs and
# settings to Git, Node.js and the shell. Of our own names the values are those from above.
for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
  case $name in
    PATH | PWD | TMPDIR | TZ | LANG | LC_* | TERM | SSH_AUTH_SOCK | CI | CI_* | GITLAB_*) ;;
    http_proxy | https_proxy | all_proxy | no_proxy | HTTP_PROXY | HTTPS_PROXY | ALL_PROXY | NO_PROXY) ;;
    FILE_CHECKOUTS_TOKEN | FILE_CHECKOUTS_GIT_TOKEN | FILE_CHECKOUTS_LEDGER_TOKEN | FILE_CHECKOUTS_DEBUG) ;;
    FILE_CHECKOUTS_LEDGER_SECRET) [ '$[[ inputs.ledger-secret ]]' = true ] || unset "$name" ;;
    FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS) [ '$[[ inputs.ledger-secret-previous ]]' = true ] || unset "$name" ;;
    BY_HAND) ;;
    project | report | junit | dotenv | html | certificates | secret | repository | mapping | ref) ;;
    # What a shell lets nobody unset.
    SHELLOPTS | BASHOPTS | UID | EUID | PPID) ;;
    *) unset "$name" ;;
  esac
done

# An empty folder: no settings of npm or Git and no packages of the checkout count here.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export HOME="$place"

# What was cloned says which project this is, and where the tokens of Git go, if no input does: whoever gives the pipeline
# variables can name others (CI_PROJECT_URL, CI_SERVER_URL).
host() { rest=${1#*://} && rest=${rest%%/*} && printf '%s\n' "${1%%://*}://${rest##*@}"; }
server='$[[ inputs.server-url ]]'
origin=$(git config --file "$project/.git/config" remote.origin.url 2>/dev/null || :)
case $origin in
  https://?*/* | http://?*/*)
    path=${origin#*://*/} && path=${path%.git} cloned=$(host "$origin")
    [ -n "$server" ] || [ "$(host "${CI_SERVER_URL:-}")" != "$cloned" ] || server=$cloned
    export CI_PROJECT_URL="$(host "${CI_PROJECT_URL:-$origin}")/$path" CI_PROJECT_PATH="$path" CI_PROJECT_NAME="${path##*/}"
    ;;
esac
export CI_SERVER_URL="$server"

# A runner that keeps its work tree may have those of an earlier job.
rm -f -- "$report" "$junit" "$dotenv" "$html"

if [ -n '$[[ inputs.mapping-repository ]]' ]; then
  if [ -z "$server" ]; then
    echo 'CI_SERVER_URL is not the server that this checkout is from: give the component the input server-url.' >&2
    exit 2
  fi
  # Below .git no pushed file can stand, and the name, by which the ledger knows the mapping, is the same everywhere.
  shared=$project/.git/file-checkouts-mapping
  rm -rf "$shared"
  git init --quiet --template= "$shared"
  # The runner keeps the certificates of its server there.
  authorities=$(git config --file "$project/.git/config" --includes --get-urlmatch http.sslCAInfo "$server" \
    2>/dev/null || :)
  git -C "$shared" ${authorities:+-c} ${authorities:+"http.sslCAInfo=$authorities"} -c credential.helper= \
    -c credential.helper='!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f' \
    fetch --quiet --depth=1 --no-tags -- \
    "$server/"'$[[ inputs.mapping-repository ]].git' "${ref:-HEAD}"
  git -C "$shared" checkout --quiet FETCH_HEAD
  mapping=$shared/${mapping:-.file-checkouts.yml}
fi
# REV:PATH is a path in a commit.
case $mapping in ?*:*) ;; *) mapping=$(below "$mapping") ;; esac

cd "$place"
cli='$[[ inputs.cli-command ]]'
if [ -n "$cli" ]; then
  # Not quoted: the command is words apart by blanks; -f keeps * in them as it is.
  set -- $cli
else
  # Without the environment, which holds the tokens.
  env -i PATH="$PATH" HOME="$HOME" NODE_EXTRA_CA_CERTS="$certificates" \
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
OPTIONS
"$@" "$command" --repo-dir="${repository:-$project}"
