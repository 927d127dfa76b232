#!/bin/sh
# `npm run demo`: the lifecycle of a queue from code, each step shown as the command that makes it. It needs a built project.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
service=
trap 'test -z "$service" || kill "$service"; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# What the demo prints must not depend on the caller's settings.
for name in $(env | sed -n 's/^\(\(TF\|MERGEQUEUE\|CDKTF\)_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset NODE_OPTIONS
export CHECKPOINT_DISABLE=1 COLUMNS="${COLUMNS-100}" TF_CLI_CONFIG_FILE="$folder/cli.tfrc"
: > "$TF_CLI_CONFIG_FILE"
test -t 1 && test -z "${NO_COLOR-}" || export TF_CLI_ARGS=-no-color

mkdir "$folder/bin"
command_for() {
  printf '#!/bin/sh\nexec node "%s" "$@"\n' "$root/$2" > "$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
command_for mergequeue dist/cli.js
command_for tsx node_modules/tsx/dist/cli.mjs
PATH=$folder/bin:$PATH

step() { printf '\n# %s\n' "$1"; }
fail() {
  echo "This step failed: $1." >&2
  exit 1
}
# Runs a command line and checks its exit status, 0 unless another one is given.
run() {
  printf '$ %s\n' "$1"
  status=0
  sh -c "$1" > "$folder/output" 2>&1 || status=$?
  cat "$folder/output"
  test "$status" = "${2-0}" || fail "\"$1\" ended with exit status $status"
}
# On a terminal, Terraform's output has colours.
escape=$(printf '\033')
shows() { sed "s/$escape\[[0-9;]*m//g" "$folder/output" | grep -q -- "$1" || fail "the output has no \"$1\""; }

program=${TERRAFORM_BINARY_NAME-$(command -v terraform || command -v tofu || true)}
terraform=${program##*/}
test -z "$program" || ln -s "$(command -v "$program")" "$folder/bin/$terraform"
queue=github.com/acme/web/main

step "A local service stands in for the merge queue service"
serve="mergequeue serve --auto --auto-duration 3 --auto-failure-rate 0"
echo "\$ $serve &"
$serve > "$folder/service" 2> "$folder/service.err" &
service=$!
until grep -q '}$' "$folder/service"; do
  kill -0 "$service" 2> "$folder/gone" || fail "the service does not start: $(cat "$folder/service.err")"
  sleep 0.1
done
cat "$folder/service"
MERGEQUEUE_BASE_URL=$(sed 's/.*"url":"\([^"]*\)".*/\1/' "$folder/service")
MERGEQUEUE_TOKEN=$(sed 's/.*"token":"\([^"]*\)".*/\1/' "$folder/service")
export MERGEQUEUE_BASE_URL MERGEQUEUE_TOKEN
echo "\$ export MERGEQUEUE_BASE_URL=\"$MERGEQUEUE_BASE_URL\" MERGEQUEUE_TOKEN=\"$MERGEQUEUE_TOKEN\""
cd "$folder"

step "examples/quickstart declares a queue in TypeScript; synth checks it and needs no network"
run "tsx $root/examples/quickstart/main.ts"
if test -n "$terraform"; then
  cd cdktf.out/stacks/quickstart
  echo '$ cd cdktf.out/stacks/quickstart'
  run "$terraform init > init.log"
  apply="$terraform apply -auto-approve" destroy="$terraform destroy -auto-approve > destroy.log"
else
  apply="mergequeue apply --auto-approve" destroy="mergequeue destroy --auto-approve > destroy.log"
fi

step "Apply creates the queue"
run "$apply"

step "The queue tests two pull requests as one batch and merges them"
for number in 41 42; do run "mergequeue pr submit $queue $number"; done
for number in 41 42; do run "mergequeue pr wait $queue $number --quiet"; done

step "A simulation says what a change of settings would do"
run "mergequeue simulate --now concurrency=2 --set concurrency=4 --single-mode one-line --arrivals 8/h --test-time 10m \
--failure-rate 5% --pull-requests 200 --replications 10"
shows "time to merge p90"

step "The queue is changed outside the code; the next apply shows it and repairs it"
run 'node --eval '"'"'fetch(process.env.MERGEQUEUE_BASE_URL + "/updateQueue", {
  method: "POST",
  headers: { "content-type": "application/json", "x-api-token": process.env.MERGEQUEUE_TOKEN },
  body: JSON.stringify({ repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main", concurrency: 1 }),
})'"'"''
run "$apply"
shows 'concurrency.*1.* -> .*4'

step "Destroying is refused while a pull request is in the queue"
run "mergequeue queue pause $queue --auto-approve"
run "mergequeue pr submit $queue 43"
run "$destroy" 1
shows '#43'

step "Once it is cancelled, the queue can be destroyed"
run "mergequeue pr cancel $queue 43"
run "$destroy"
run "mergequeue queue get $queue" 1
shows 404

printf '\nDone: every step did what it says.\n'
