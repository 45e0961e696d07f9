import { createContext, type ReactNode, useContext } from "react";

/**
 * Whether the user may change nothing on this part of the page. Buttons for changes are then left out, and fields
 * cannot be edited. Only presentation, because the server refuses the calls.
 */
export const ViewOnly = createContext(false);

export const useViewOnly = (): boolean => useContext(ViewOnly);

/** Leaves out parts that only serve a change, such as a form without values or a dialog. */
export const Changes = ({ children }: { children: ReactNode }): ReactNode =>
  useViewOnly() ? null : children;
