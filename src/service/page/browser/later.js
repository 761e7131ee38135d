/** Buttons of the details panel that play the later life of a request: it moves on, is completed, is deleted. */
import { describeAlike } from './alike.js';
import { completed, findNextStatus, formatCount, formatValue } from './words.js';

const group = document.querySelector('#details .later');
const dialog = document.getElementById('confirm');
/** The requests that the panel shows, and the number of their RFP; null: it shows a request, or none. */
let here = { requests: [], rfp: null };
let isBusy = false;

/** Makes the buttons work, one action at a time; after each, also a failed one, awaits `onPlayed`, and then shows the result. */
export function watchButtons(onPlayed) {
  group.addEventListener('click', async ({ target }) => {
    const button = target.closest('button');
    if (!button || isBusy) return;
    isBusy = true;
    await pressButton(button, onPlayed).finally(() => {
      isBusy = false;
    });
  });
}

/** Shows the buttons for one request or, with the number of an RFP, the one that completes its requests; without requests hides them. */
export function showButtons(requests, rfp = null) {
  here = { requests, rfp };
  group.hidden = requests.length === 0;
  const [move, complete, remove] = group.querySelectorAll('[data-play]');
  for (const button of [move, remove]) button.hidden = rfp !== null;
  complete.textContent = rfp === null ? 'Complete' : 'Complete all';
  const [next = null] = requests.map(({ status }) => findNextStatus(status));
  move.textContent = next === null ? 'Move on' : `Move on to ${next}`;
  // Not `disabled`: a button that has the focus would lose it.
  for (const button of [move, complete]) button.ariaDisabled = String(selectPending(requests).length === 0);
}

/** Shows a message about the last action, marked if `isWrong`; an empty text removes it. */
export function showMessage(text, isWrong = false) {
  const came = document.querySelector('#details .came');
  came.textContent = text;
  came.classList.toggle('wrong', isWrong);
}

/** Returns the requests that are not completed yet. */
const selectPending = (requests) => requests.filter(({ status }) => findNextStatus(status) !== null);

/** Moves on, completes or (after a yes) deletes, up to the first failure, and shows the result; for a disabled button only says why. */
async function pressButton(button, onPlayed) {
  const { requests: all, rfp } = here;
  const [first] = all;
  if (button.ariaDisabled === 'true') {
    const nothing = `Nothing comes after status ${formatValue(first.status)}.`;
    return showMessage(rfp === null ? nothing : 'All of its requests are completed.', true);
  }
  const deed = button.dataset.play;
  const requests = rfp === null ? [first] : selectPending(all);
  const [request] = requests;
  const isDelete = deed === 'delete';
  if (isDelete && !(await askBeforeDelete(request))) return;
  const next = deed === 'complete' ? completed : findNextStatus(request.status);
  let failure = null;
  for (const { objectId } of requests) {
    failure ??= await postChange(objectId, isDelete ? { delete: true } : { status: next });
  }
  await onPlayed();
  const name = rfp === null ? `Request ${request.objectId}` : `RFP ${rfp}`;
  if (failure) showMessage(`${name}: ${failure}.`, true);
  else if (rfp !== null) showMessage(`${name} is complete: ${formatCount(requests.length, 'request')}.`);
  else if (isDelete) showMessage(`${name} is deleted.`);
  else showMessage(`${name} ${next === completed ? 'is completed' : 'moved on'}, status ${next}.`);
}

/** Asks in a dialog whether to delete a request. Resolves with true for a yes, else false, also if the dialog is closed. */
function askBeforeDelete(request) {
  const { objectId, rsn, appl, lvl, objn, objt, user } = request;
  dialog.querySelector('h2').textContent = `Delete request ${objectId}?`;
  dialog.querySelector('p').textContent = formatValue(`${rsn} ${appl}/${lvl} ${objn} ${objt} of ${user}`);
  dialog.querySelector('.alike').textContent = describeAlike(request);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.querySelector('form').onsubmit = ({ submitter }) => resolve(submitter.value === 'delete');
    // The event comes late: the dialog may be open again.
    dialog.onclose = () => dialog.open || resolve(false);
  });
}

/** Asks the service to change a request: `{ delete: true }`, `{ status }`. Returns null, or why it did not, as a clause. Never rejects. */
async function postChange(objectId, content) {
  const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) };
  const response = await fetch(`inspect/requests/${objectId}`, call).catch(() => null);
  if (response === null) return 'The service does not answer';
  if (response.ok) return null;
  const answer = await response.json().catch(() => null);
  return formatValue(answer?.rtn?.msg ?? `The service answered with HTTP status ${response.status}`);
}
