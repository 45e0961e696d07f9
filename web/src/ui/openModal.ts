/** Opens a dialog above the page, which does not move: where a scrollbar goes with it, its place is kept free. */
export function openModal(dialog: HTMLDialogElement | null): void {
  const root = document.documentElement;
  root.toggleAttribute("data-scrollbar", window.innerWidth > root.clientWidth);
  dialog?.showModal();
}
