import { count } from "../../ui/format.ts";

/** `1,234 customers` */
export const customers = (number: number): string =>
  `${count(number)} ${number === 1 ? "customer" : "customers"}`;
