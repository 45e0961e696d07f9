/** A service outside of AWS that functions call and that has a stand-in on this machine, such as a payment provider. */
export type OutsideService = {
  /** Its name in faults and in the list of invocations. */
  name: string;
  /** The hosts that functions ask for: `api.example.com`. */
  hosts: readonly string[];
  /** The stand-in: `http://127.0.0.1:4405`. */
  url: string;
  /** Browsers are sent to its pages: the site's policy lets forms lead there. */
  hasPages?: boolean;
  /** The port between functions and the stand-in; any free one unless given. */
  proxyPort?: number;
  /** What a fault may aim at; the method and the path unless given. */
  operationOf?: (method: string, path: string) => string;
  /** The service's own error for a fault that comes instead of the work. */
  refusal?: (mode: "refuse" | "throttle") => { status: number; body: object };
  /** Runs what is due when the stack's clock has moved. */
  advanceTo?: (time: Date) => Promise<void>;
  /** Resolves when it has nothing left to deliver. */
  settle?: () => Promise<void>;
};
