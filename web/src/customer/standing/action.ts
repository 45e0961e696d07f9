import { paths } from "../../app/paths.ts";

export type Action =
  | { kind: "go"; label: string; to: string }
  | { kind: "support" | "download" | "fixPayment" | "keep" | "sendCode" | "freeKey"; label: string };

export type ButtonLook = { variant: "primary" | "secondary"; size: "small" | "normal" };

export const FIX_PAYMENT: Action = { kind: "fixPayment", label: "Fix payment" };
export const KEEP: Action = { kind: "keep", label: "Keep Subscription" };
export const SEND_CODE: Action = { kind: "sendCode", label: "Send code" };
export const FREE_KEY: Action = { kind: "freeKey", label: "Generate Free Key" };
export const SUPPORT: Action = { kind: "support", label: "Contact support" };
export const DOWNLOAD: Action = { kind: "download", label: "Download the application" };
export const OPEN_SEATS: Action = { kind: "go", label: "Open your seats", to: paths.seats.href() };
export const CHANGE_EMAIL: Action = { kind: "go", label: "Change email", to: paths.account.href() };
export const SHOW_KEY: Action = { kind: "go", label: "Show my license key", to: paths.seats.href() };
export const SEE_PLANS: Action = {
  kind: "go",
  label: "See the plans",
  to: paths.checkout.href("subscription"),
};
