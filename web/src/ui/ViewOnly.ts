import { createContext, type ReactNode, useContext } from "react";

/**
 * Whether this part of the page is read-only: without buttons for changes, and with fields that cannot be edited. This
 * is only presentation, because the server refuses the calls.
 */
export const ViewOnly = createContext(false);

export const useViewOnly = (): boolean => useContext(ViewOnly);

/** Leaves out parts that only serve a change, such as a form without values or a dialog. */
export const Changes = ({ children }: { children: ReactNode }): ReactNode =>
  useViewOnly() ? null : children;
