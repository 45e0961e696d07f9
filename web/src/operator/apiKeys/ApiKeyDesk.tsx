import type { ReactElement } from "react";
import { type ApiKey, listApiKeys, revokeApiKey } from "#shared/apiKeys/operator.ts";
import { call } from "../../api/call.ts";
import { Chip } from "../../ui/Chip.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { atTime, utcDay } from "../../ui/format.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { NewApiKey } from "./NewApiKey.tsx";
import { scopeLines } from "./words.ts";

export const loader = listLoader((_, _cursor, signal) => call(listApiKeys, {}, { signal }));

function stateOf({ revoked_at, expires_at }: ApiKey): "live" | "revoked" | "expired" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) <= Date.now() + clockSkew() ? "expired" : "live";
}

const column = columnsOf<ApiKey>();
const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: "name",
    head: "Name",
    wrap: true,
    cell: ({ name, id }) => (
      <>
        <span className="font-medium">{name}</span>
        <code className="block font-mono text-xs text-quiet">{id}</code>
      </>
    ),
  },
  {
    id: "scopes",
    head: "Access",
    grow: true,
    wrap: true,
    from: "md",
    cell: ({ scopes }) => scopeLines(scopes).join(", "),
  },
  column("last_used_on", "Last used", { from: "lg", show: utcDay, none: "Never" }),
  column("expires_at", "Expires", { from: "lg", show: atTime, none: "Never" }),
  {
    id: "state",
    head: "State",
    cell: (key) => <Chip tone={stateOf(key) === "live" ? "good" : "neutral"}>{stateOf(key)}</Chip>,
  },
  { id: "actions", head: "", cell: (key) => <Revoke apiKey={key} />, end: true },
];

export function Component(): ReactElement {
  const { value, failure } = useLoaded<typeof loader>();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-sm text-quiet">
          Scripts call <code className="font-mono text-xs">/backend/scripts</code> with a key. The key's
          scopes limit what a script can do. The audit log records each call.
        </p>
        <DialogButton
          variant="primary"
          label="New API key"
          dialog={(close) => <NewApiKey onClose={close} />}
        />
      </div>
      <ListPage>
        <DataTable
          label="API keys"
          columns={COLUMNS}
          rows={value?.keys ?? []}
          failure={failure}
          empty="No API keys. Give each script a key instead of a token copied from a browser."
        />
      </ListPage>
    </>
  );
}

function Revoke({ apiKey }: { apiKey: ApiKey }): ReactElement | null {
  const revoke = useChange(revokeApiKey, { success: "Revoked.", failure: "Failed to revoke the key" });
  if (stateOf(apiKey) !== "live") return null;
  return (
    <ConfirmedAction
      label="Revoke"
      title={`Revoke ${apiKey.name}?`}
      confirm="Revoke key"
      danger
      run={() => revoke.run({ apiKeyId: apiKey.id })}
    >
      The next call with this key is refused. A revoked key cannot be restored.
    </ConfirmedAction>
  );
}
