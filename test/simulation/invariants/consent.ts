import type { Invariant, Settled } from "./invariant.ts";

/** A link attributes only visitors who accepted its cookie. */
export const consentIsKept: Invariant = ({ shop, people }: Settled) =>
  people.all
    .filter(({ declined }) => declined)
    .flatMap(({ sub, email }) => {
      const [attribution] = shop.database.partition("Affiliates", `user#${sub}`);
      return attribution?.via === "link" ? [`Nobody is attributed without consent: ${email} by a link`] : [];
    });
