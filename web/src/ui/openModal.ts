/** Opens a dialog above the page. Keeps the scrollbar's space, so that the page does not move. */
export function openModal(dialog: HTMLDialogElement | null): void {
  const root = document.documentElement;
  root.toggleAttribute("data-scrollbar", window.innerWidth > root.clientWidth);
  dialog?.showModal();
}
