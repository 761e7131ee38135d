# Inputs come as variables and stay data: nothing of them is ever part of this text.
set -euf
# A runner that keeps its work tree may have those of an earlier job.
rm -f -- "$FILE_CHECKOUTS_REPORT" "$FILE_CHECKOUTS_JUNIT" "$FILE_CHECKOUTS_DOTENV" "$FILE_CHECKOUTS_HTML"
if [ -n "$FILE_CHECKOUTS_MAPPING_REPOSITORY" ]; then
  # Below .git no pushed file can stand, and the name, by which the ledger knows the mapping, is the same everywhere.
  shared=.git/file-checkouts-mapping
  rm -rf "$shared"
  git init --quiet "$shared"
  git -C "$shared" -c credential.helper= \
    -c credential.helper='!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f' \
    fetch --quiet --depth=1 --no-tags -- \
    "$CI_SERVER_URL/$FILE_CHECKOUTS_MAPPING_REPOSITORY.git" "${FILE_CHECKOUTS_MAPPING_REF:-HEAD}"
  git -C "$shared" checkout --quiet FETCH_HEAD
  export FILE_CHECKOUTS_MAPPING="$shared/${FILE_CHECKOUTS_MAPPING:-.file-checkouts.yml}"
fi
cli=${FILE_CHECKOUTS_CLI_COMMAND:-npx --yes file-checkouts@$FILE_CHECKOUTS_VERSION}
# Not quoted: the command is words apart by blanks; -f keeps * in them as it is.
$cli "$FILE_CHECKOUTS_COMMAND"
