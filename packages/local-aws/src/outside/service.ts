/** A service outside of AWS with a local stand-in, such as a payment provider. */
export type OutsideService = {
  /** The name in faults and in the list of invocations. */
  name: string;
  /** The hosts that functions call: `api.example.com`. */
  hosts: readonly string[];
  /** The stand-in: `http://127.0.0.1:4405`. */
  url: string;
  /** Whether browsers visit its pages. If so, the site's policy lets forms post to them. */
  hasPages?: boolean;
  /** The proxy's port. Default: any free port. */
  proxyPort?: number;
  /** Names an operation for faults. Default: method and path. */
  operationOf?: (method: string, path: string) => string;
  /** The service's error for a fault. */
  refusal?: (mode: "refuse" | "throttle") => { status: number; body: object };
  /** Runs what is due after the stack's clock has moved. */
  advanceTo?: (time: Date) => Promise<void>;
  /** Resolves when the service has nothing left to deliver. */
  settle?: () => Promise<void>;
};
