import { mount } from "../../app/mount.tsx";
import { Tour } from "./Tour.tsx";

export function openTour(): void {
  if (document.querySelector("[data-tour-host]") !== null) return;
  const host = document.createElement("div");
  host.dataset.tourHost = "";
  document.body.append(host);
  const close = (): void => {
    root.unmount();
    host.remove();
  };
  const root = mount(host, () => <Tour onClose={close} />);
}
