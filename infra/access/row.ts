import type { EndpointId } from "#shared/endpoints.ts";
import type { EventHandlerId, QueueName } from "../events.ts";
import type { IndexName, StreamedTable, TableName } from "../tables.ts";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  /** Only for migrations/run, which reads whole tables. */
  | "Scan"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem"
  | "ConditionCheckItem";

type OperatorPoolAction =
  | "AdminCreateUser"
  | "AdminDeleteUser"
  | "AdminGetUser"
  | "AdminSetUserPassword"
  | "GetUserPoolMfaConfig"
  | "ListUsers";

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

/** `leadingKeys` limits a grant to items whose partition key matches one of them (`*` is a wildcard). */
export type Grant<A> =
  | readonly A[]
  | { readonly actions: readonly A[]; readonly leadingKeys: readonly string[] };

/** What a function may do besides writing its log and traces. AWS and the local stack refuse anything else. */
export type Access = {
  readonly tables?: Partial<Record<TableName, Grant<TableAction>> & Record<IndexName, Grant<"Query">>>;
  /** Calls to the customers' user pool. */
  readonly cognito?: readonly CognitoAction[];
  /** Gets the secret without which the customers' pool refuses to register an authenticator. */
  readonly poolSecret?: true;
  /** Calls to the operators' user pool. The function also learns whether the stage requires a second factor there. */
  readonly operatorPool?: readonly OperatorPoolAction[];
  /** Gets the client id of the operators' pool, to renew operators' tokens. */
  readonly operatorClient?: true;
  readonly sends?: readonly QueueName[];
  readonly receives?: QueueName;
  /** Reads these tables' streams. streams.ts sets this from events.ts. */
  readonly follows?: readonly StreamedTable[];
  readonly mails?: true;
  /** Invokes the operator functions that API keys may call. */
  readonly calls?: "scripts";
  readonly stripe?: true;
  /** `signs`: signs leases and answers with KMS. `shows`: only gets the public keys. */
  readonly leases?: "signs" | "shows";
  /** Reads the secret for keyed hashes, such as those of deleted accounts' mailboxes and of computers with a trial. */
  readonly mailboxes?: true;
  /** Gets the list of networks from which an activation raises an alert. */
  readonly deniedNetworks?: true;
  /** Gets the ids of the monthly and the lifetime price at Stripe. */
  readonly prices?: true;
};

export type AccessOf<Feature extends string> = Readonly<
  Record<Extract<EndpointId | EventHandlerId, `${Feature}/${string}`>, Access>
>;
