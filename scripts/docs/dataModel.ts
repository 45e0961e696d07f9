import path from "node:path";
import type { Access, Grant, TableAction } from "../../infra/access/grants.ts";
import { ACCESS } from "../../infra/access.ts";
import { STREAM_CONSUMERS } from "../../infra/events.ts";
import { TABLES, type TableName } from "../../infra/tables.ts";
import { ROW_KINDS } from "./rowKinds.ts";

/** docs/data-model.md. `npm run docs` writes it; a test keeps it current. */
export const DATA_MODEL_FILE = path.resolve(import.meta.dirname, "../../docs/data-model.md");

const WRITES: ReadonlySet<TableAction> = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"]);

const actionsOf = (grant: Grant<TableAction> | undefined): readonly TableAction[] =>
  grant === undefined ? [] : "actions" in grant ? grant.actions : grant;

/** The functions whose role may write to the table. */
function writersOf(table: TableName): string[] {
  return Object.entries<Access>(ACCESS).flatMap(([id, { tables }]) =>
    actionsOf(tables?.[table]).some((action) => WRITES.has(action)) ? [id] : [],
  );
}

/** The functions that DynamoDB calls with the table's changes. */
function followersOf(table: TableName): string[] {
  return Object.entries(STREAM_CONSUMERS).flatMap(([id, { tables }]) =>
    tables.some((name: TableName) => name === table) ? [id] : [],
  );
}

const grid = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const code = (text: string): string => `\`${text}\``;

function section(name: TableName): string {
  const definition = TABLES[name];
  const indexes = "indexes" in definition ? Object.entries(definition.indexes) : [];
  const followers = followersOf(name);
  const parts = [
    `## ${name}`,
    grid(
      ["`pk`", "`sk`", "Row", "Code"],
      ROW_KINDS[name].map(({ pk, sk, what, module }) => [code(pk), code(sk), what, code(module)]),
    ),
    ...(indexes.length === 0
      ? []
      : [
          grid(
            ["Index", "Partition key", "Sort key"],
            indexes.map(([index, { partition, sort }]) => [code(index), code(partition), code(sort)]),
          ),
        ]),
    `Written by ${writersOf(name).map(code).join(", ")}.`,
    ...(followers.length === 0 ? [] : [`Its stream calls ${followers.map(code).join(" and ")}.`]),
  ];
  return parts.join("\n\n");
}

export function dataModelPage(): string {
  return `# Data model

\`npm run docs\` writes this page from \`infra/tables.ts\`, \`infra/access\` and \`scripts/docs/rowKinds.ts\`. Tests keep it current
and compare the row kinds with the rows that a running stack wrote.

Every table has the string keys \`pk\` and \`sk\`. A row with \`expiresAtEpoch\` (seconds) is deleted after that time. Indexes
project all attributes and contain only rows that have both of their keys. Amounts are integer cents; times are ISO 8601
in UTC.

${(Object.keys(ROW_KINDS) as TableName[]).map(section).join("\n\n")}
`;
}
