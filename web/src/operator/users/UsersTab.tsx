import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import { listUsers, searchUsers, suspendUser } from "#shared/customers/operator.ts";
import { USER_SHELVES, UserRow, type UserShelf, userShelf } from "#shared/customers/userRow.ts";
import { call } from "../../api/call.ts";
import { useEachChange, userSubject } from "../data/useChange.ts";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { listQuery, searchQuery } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { COLUMNS } from "./columns.tsx";
import { UserPanel } from "./UserPanel.tsx";
import { useSuspensionForm } from "./useSuspensionForm.tsx";

const SORTS = ["created_at", "email", "last_sign_in_at"] as const;
const USER_COLUMNS = Object.keys(UserRow.shape) as (keyof UserRow)[];
const LABELS: Readonly<Partial<Record<UserShelf, string>>> = {
  trial: "free or trial",
  expired: "expired or stopped",
};
const SHELVES = USER_SHELVES.map((value) => ({ value, label: LABELS[value] ?? value }));

export const shouldRevalidate = unlessPanel;

async function readPage(params: URLSearchParams, cursor: string | undefined, signal?: AbortSignal) {
  const search = searchQuery(params, USER_SHELVES);
  const { users: rows, ...page } =
    search === null
      ? await call(listUsers, { ...listQuery(params, SORTS, USER_SHELVES), cursor }, { signal })
      : await call(searchUsers, { ...search, cursor }, { signal });
  return { rows, ...page };
}

export const loader = listLoader(readPage, "Failed to fetch users");

export function Component(): ReactElement {
  const list = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const status = oneOf(params.get("status"), USER_SHELVES);
  const { form, chosen } = useSuspensionForm();
  const suspend = useEachChange(suspendUser, ({ userId }) => [userSubject(userId)]);
  return (
    <ListTab
      label="Users"
      kind="user"
      belongs={(user) => status === null || userShelf(user) === status}
      madeAt={({ created_at }) => created_at}
      columns={COLUMNS}
      list={list}
      empty="No users found."
      find={async (id) => (await call(listUsers, { id })).users[0]}
      panel={(user) => <UserPanel key={user.id} user={user} />}
      bulk={{
        one: "user",
        nameOf: ({ email }) => email,
        actions: [
          {
            label: "Suspend",
            done: "Suspended",
            danger: true,
            explains: form,
            skips: "already suspended.",
            mayRun: ({ is_suspended }) => !is_suspended,
            run: ({ id }) => suspend({ userId: id, suspended: true, ...chosen }),
          },
        ],
        pages: (cursor) => readPage(params, cursor),
        csv: { list: "selected-users", columns: USER_COLUMNS },
      }}
      toolbar={
        <>
          <SearchBox label="Search by email" />
          <FilterChips name="status" label="Membership" choices={SHELVES} />
          <ExportList list="users" />
        </>
      }
    />
  );
}
