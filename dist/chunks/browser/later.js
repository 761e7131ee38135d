/** Buttons that play the later life of a request: it moves on, is completed, is deleted. */
import { alikeSentence } from './alike.js';
import { completed, counted, nextStatus, shown } from './words.js';

/** Asks the service to change a request (content as for `playLater`); returns why it did not, as a clause, null if it did. Never rejects. */
async function postChange(objectId, content) {
  const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) };
  const response = await fetch(`inspect/requests/${objectId}`, call).catch(() => null);
  if (response === null) return 'The service does not answer';
  if (response.ok) return null;
  const answer = await response.json().catch(() => null);
  return shown(answer?.rtn?.msg ?? `The service answered with HTTP status ${response.status}`);
}

/** Returns the requests that are not completed yet. */
function pendingOf(requests) {
  return requests.filter(({ status }) => nextStatus(status) !== null);
}

/** Asks in a dialog whether to delete a request, and shows the sentence `alike`. Resolves with true for a yes, else false, also if the dialog is closed. */
function askBeforeDelete(dialog, { objectId, rsn, appl, lvl, objn, objt, user }, alike) {
  dialog.querySelector('h2').textContent = `Delete request ${objectId}?`;
  dialog.querySelector('p').textContent = shown(`${rsn} ${appl}/${lvl} ${objn} ${objt} of ${user}`);
  dialog.querySelector('.alike').textContent = alike;
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.querySelector('form').onsubmit = ({ submitter }) => resolve(submitter.value === 'delete');
    // The event comes late: the dialog may be open again.
    dialog.onclose = () => dialog.open || resolve(false);
  });
}

/** The buttons of the details panel: "Move on", "Complete" and "Delete". */
export class Later {
  #group;
  #came;
  #dialog;
  #onPlayed;
  #requests = [];
  /** The number of the RFP; null: the panel shows a request, or none. */
  #rfp = null;
  #isBusy = false;

  /** Calls `onPlayed` after each action, and shows the result once the promise that it returns resolves. */
  constructor(panel, dialog, onPlayed) {
    this.#group = panel.querySelector('.later');
    this.#came = panel.querySelector('.came');
    this.#dialog = dialog;
    this.#onPlayed = onPlayed;
    this.#group.addEventListener('click', ({ target }) => this.#press(target.closest('button')));
  }

  /** Shows the buttons for one request or, with the number of an RFP, the one that completes all its requests; without requests hides them. */
  show(requests, rfp = null) {
    this.#requests = requests;
    this.#rfp = rfp;
    this.#group.hidden = requests.length === 0;
    for (const deed of ['move', 'delete']) this.#button(deed).hidden = rfp !== null;
    this.#button('complete').textContent = rfp === null ? 'Complete' : 'Complete all';
    const [next = null] = requests.map(({ status }) => nextStatus(status));
    this.#button('move').textContent = next === null ? 'Move on' : `Move on to ${next}`;
    // Not `disabled`: a button that has the focus would lose it.
    const isDone = pendingOf(requests).length === 0;
    for (const deed of ['move', 'complete']) this.#button(deed).ariaDisabled = String(isDone);
  }

  /** Returns the button for move, complete or delete. */
  #button(deed) {
    return this.#group.querySelector(`[data-play="${deed}"]`);
  }

  /** Shows a message about the last action; empty: none. */
  say(text, isWrong = false) {
    this.#came.textContent = text;
    this.#came.classList.toggle('wrong', isWrong);
  }

  /** Acts on a pressed button, one at a time; if the button is disabled, says why. @param button null: the click was beside the buttons */
  async #press(button) {
    if (!button || this.#isBusy) return;
    const [request] = this.#requests;
    const rfp = this.#rfp;
    if (button.ariaDisabled === 'true') {
      const nothing = `Nothing comes after status ${shown(request.status)}.`;
      this.say(rfp === null ? nothing : 'All of its requests are completed.', true);
      return;
    }
    this.#isBusy = true;
    try {
      await this.#carryOut(button.dataset.play, rfp === null ? [request] : pendingOf(this.#requests), rfp);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Moves on, completes, or (after a yes in the dialog) deletes requests, up to the first failure; then shows the result. @param deed move, complete or delete */
  async #carryOut(deed, requests, rfp) {
    const [request] = requests;
    const isDelete = deed === 'delete';
    if (isDelete && !(await askBeforeDelete(this.#dialog, request, alikeSentence(request)))) return;
    const next = deed === 'complete' ? completed : nextStatus(request.status);
    let failure = null;
    for (const { objectId } of requests) {
      failure ??= await postChange(objectId, isDelete ? { delete: true } : { status: next });
    }
    await this.#onPlayed();
    const name = rfp === null ? `Request ${request.objectId}` : `RFP ${rfp}`;
    if (failure) this.say(`${name}: ${failure}.`, true);
    else if (rfp !== null) this.say(`${name} is complete: ${counted(requests.length, 'request')}.`);
    else if (isDelete) this.say(`${name} is deleted.`);
    else this.say(`${name} ${next === completed ? 'is completed' : 'moved on'}, status ${next}.`);
  }
}
