import "../../app/zod.ts";
import { hydrateRoot } from "react-dom/client";
import { StatusBoard } from "./StatusBoard.tsx";

/** The board alone has so much state that React draws it; no other public page loads React before it is asked to. */
export function enlivenStatusBoard(): void {
  const board = document.querySelector("[data-status-board]");
  if (board) hydrateRoot(board, <StatusBoard />);
}
