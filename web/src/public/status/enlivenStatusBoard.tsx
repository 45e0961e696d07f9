import "../../app/zod.ts";
import { mount } from "../../app/mount.tsx";
import { StatusBoard } from "./StatusBoard.tsx";

/** The board alone has so much state that React draws it; no other public page loads React before it is asked to. */
export function enlivenStatusBoard(): void {
  const board = document.querySelector("[data-status-board]");
  if (board) mount(board, StatusBoard, true);
}
