import type { Audience } from "#shared/mail/mailing.ts";
import { count } from "../../ui/format.ts";

/** `1,234 customers` */
export const customers = (number: number): string =>
  `${count(number)} ${number === 1 ? "customer" : "customers"}`;

/** The size of an audience. An owner of two keys may count twice among those who used the application. */
export const recipients = (audience: Audience | null, number: number): string =>
  `${audience === "recent" ? "up to " : ""}${customers(number)}`;
