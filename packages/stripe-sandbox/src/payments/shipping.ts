import type { PaymentIntent } from "../core/wire.ts";
import type { shipping } from "../http/params.ts";
import { NO_ADDRESS } from "./methods.ts";

export function shippingOf(
  sent: NonNullable<ReturnType<typeof shipping>> | undefined,
): PaymentIntent["shipping"] {
  if (!sent) return null;
  const { address, name, carrier = null, phone = null, tracking_number = null } = sent;
  return { address: { ...NO_ADDRESS, ...address }, carrier, name, phone, tracking_number };
}
