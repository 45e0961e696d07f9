import { useEffect, useState } from "react";
import { OPTIONAL_PLANS, type Product } from "#shared/catalog/catalog.ts";
import { type Discount, getDiscount } from "#shared/discounts/discount.ts";
import { messageOf } from "../../../api/ApiError.ts";
import { call } from "../../../api/call.ts";

type Applied = {
  discount: Discount | null;
  mistake: string | undefined;
  pending: boolean;
  /** An empty code removes the discount. */
  apply: (code: string) => void;
};

/** Asks the server what a code takes off the chosen product, and asks again when another product is chosen. */
export function useDiscount({ id, mode }: Product, linked: string): Applied {
  // An object, so that applying the same code again sends another request.
  const [asked, setAsked] = useState({ code: linked });
  const [answer, setAnswer] = useState<{ to: object; id: string; discount?: Discount; mistake?: string }>();
  useEffect(() => {
    if (asked.code === "") return undefined;
    const leaving = new AbortController();
    const plan = OPTIONAL_PLANS.find((each) => each === id);
    call(getDiscount, { mode, ...(plan && { plan }), code: asked.code }, { signal: leaving.signal }).then(
      ({ discount }) => setAnswer({ to: asked, id, ...(discount && { discount }) }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAnswer({ to: asked, id, mistake: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [asked, id, mode]);
  const current = answer?.to === asked && answer.id === id ? answer : undefined;
  return {
    discount: current?.discount ?? null,
    mistake: current?.mistake,
    pending: asked.code !== "" && current === undefined,
    apply: (code) => setAsked({ code: code.trim() }),
  };
}
