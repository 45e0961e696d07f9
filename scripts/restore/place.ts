import type { Clients } from "../aws/clients.ts";
import type { Deployment } from "../deploy/deployment.ts";

/** A stage, or the local stack, which has the names of dev. */
export type Place = {
  readonly clients: Clients;
  readonly deployment: Deployment;
  readonly userPoolId: string;
};

export type Say = (line: string) => void;
export type Pause = (milliseconds: number) => Promise<unknown>;
