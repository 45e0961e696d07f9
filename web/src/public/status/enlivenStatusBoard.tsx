import "../../app/zod.ts";
import { mount } from "../../app/mount.tsx";
import { StatusBoard } from "./StatusBoard.tsx";

/** Mounts React for the status board. Other public pages load React only on request. */
export function enlivenStatusBoard(): void {
  const board = document.querySelector("[data-status-board]");
  if (board) mount(board, StatusBoard, true);
}
