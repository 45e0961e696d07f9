import type { EndpointId } from "#shared/endpoints.ts";
import type { EventHandlerId, QueueName } from "../events.ts";
import type { IndexName, StreamedTable, TableName } from "../tables.ts";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  /** For migrations/run alone: it reads a whole table. */
  | "Scan"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem"
  | "ConditionCheckItem";

export type CognitoAction =
  | "AdminDeleteSoftwareToken"
  | "AdminDeleteUser"
  | "AdminDisableUser"
  | "AdminEnableUser"
  | "AdminGetUser"
  | "AdminResetUserPassword"
  | "AdminSetUserMFAPreference"
  | "AdminSetUserPassword"
  | "AdminUpdateUserAttributes"
  | "AdminUserGlobalSignOut";

/** With leading keys: only items whose partition key is one of these (`*` stands for any ending). */
export type Grant<A> =
  | readonly A[]
  | { readonly actions: readonly A[]; readonly leadingKeys: readonly string[] };

/** What a function may do besides writing its log. What is not here is refused, locally as at AWS. */
export type Access = {
  readonly tables?: Partial<Record<TableName, Grant<TableAction>> & Record<IndexName, Grant<"Query">>>;
  /** At the customers' user pool. */
  readonly cognito?: readonly CognitoAction[];
  /** Asks the customers' pool for what only the holder of an access token may: the pool's firewall lets it through. */
  readonly poolSecret?: true;
  /** At the operators' user pool. The function also gets whether the stage requires a second factor there. */
  readonly operatorPool?: readonly "GetUserPoolMfaConfig"[];
  /** Gets the id of the operators' client, to renew their tokens. */
  readonly operatorClient?: true;
  /** Puts messages into these queues. */
  readonly sends?: readonly QueueName[];
  /** Takes messages out of this queue. */
  readonly receives?: QueueName;
  /** Reads the changes of these tables; said once in events.ts, added by streams.ts. */
  readonly follows?: readonly StreamedTable[];
  /** Sends mail in the product's name, to customers and to the operator. */
  readonly mails?: true;
  /** Invokes the functions of the operators' calls that an API key may make. */
  readonly calls?: "scripts";
  /** Reads the secret with Stripe's key. */
  readonly stripe?: true;
  /** Has KMS sign leases and answers, or only knows the keys' public halves. */
  readonly leases?: "signs" | "shows";
  /** Reads the secret that hashes the mailboxes of deleted accounts, and the computers that had a trial. */
  readonly mailboxes?: true;
  /** Gets the networks that no computer should activate from. */
  readonly deniedNetworks?: true;
  /** Gets the Stripe prices of the plans. */
  readonly prices?: true;
};

/** The rows of one feature: each of its functions has one, or it does not compile. */
export type AccessOf<Feature extends string> = Readonly<
  Record<Extract<EndpointId | EventHandlerId, `${Feature}/${string}`>, Access>
>;
