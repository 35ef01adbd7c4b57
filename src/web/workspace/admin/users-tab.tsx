import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { InviteUser } from "./invite-user.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { RecentActs } from "./recent-acts.tsx";
import { RoleSelect } from "./role-select.tsx";
import { TypedSearch } from "./typed-search.tsx";
import { UserActions } from "./user-actions.tsx";
import { nameOf } from "./users.ts";
import type { User } from "./users.ts";

const columns: readonly Column<User>[] = [
  {
    key: "name",
    head: "Name",
    phone: "title",
    cell: (user) => (
      <>
        <b className="strong">{nameOf(user)}</b>
        {user.disabledAt && <span className="settings-tag phone-only">Disabled</span>}
        <span className="own-line breaks fine faint">{user.email}</span>
      </>
    ),
  },
  { key: "role", head: "Role", phone: "left", cell: (user) => <RoleSelect user={user} /> },
  {
    key: "sign-in",
    head: "Last sign-in",
    phone: "hidden",
    roomy: true,
    cell: ({ lastSignInAt }) => (
      <span className="one-line quiet">{lastSignInAt ? dayOfRecord(lastSignInAt) : "Never"}</span>
    ),
  },
  {
    key: "factor",
    head: "MFA",
    phone: "hidden",
    roomy: true,
    cell: ({ hasSecondFactor }) => <span className="quiet">{hasSecondFactor ? "Yes" : "No"}</span>,
  },
  {
    key: "companies",
    head: "Companies",
    phone: "hidden",
    roomy: true,
    align: "right",
    cell: ({ companies }) => companies,
  },
  {
    key: "status",
    head: "Status",
    phone: "hidden",
    cell: ({ disabledAt }) => (disabledAt ? <b className="strong">Disabled</b> : "Active"),
  },
  {
    key: "actions",
    head: <VisuallyHidden>Actions</VisuallyHidden>,
    phone: "right",
    align: "right",
    cell: (user) => <UserActions user={user} />,
  },
];

/** Everybody who has an account here, and who was invited to make one. */
export function UsersTab() {
  const [search, setSearch] = useSearchParams();
  const [inviting, setInviting] = useState(false);
  const text = search.get("search") ?? "";
  const users = useUsers(text);
  return (
    <>
      <div className="toolbar">
        <TypedSearch
          label="Search users"
          placeholder="Search by name or email"
          value={text}
          onSearch={(typed) => setSearch(typed === "" ? {} : { search: typed }, { replace: true })}
        />
        <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          Invite User
        </Button>
      </div>
      <Screen
        data={users}
        loading={<SkeletonRegister rows={6} columns={4} />}
        empty={{
          when: ({ pages }) => pages[0]?.users.length === 0,
          show: (
            <p className="padded-24 quiet">
              No users match <b className="strong">“{text}”</b>.{" "}
              <button type="button" className="link" onClick={() => setSearch({}, { replace: true })}>
                Show all users
              </button>
            </p>
          ),
        }}
      >
        {({ pages }) => {
          const all = pages.flatMap((page) => page.users);
          return (
            <>
              <Table
                label="Users"
                marginHead="No."
                margin={(user) => String(all.indexOf(user) + 1)}
                columns={columns}
                rowKey={(user) => user.id}
                sections={oneSection(all)}
              />
              <div className="register-foot row centered gap-12">
                <span>Showing {all.length.toLocaleString("en-US")}</span>
                {users.hasNextPage && (
                  <Button
                    size="small"
                    busy={users.isFetchingNextPage && "Loading..."}
                    onClick={() => void users.fetchNextPage()}
                  >
                    Show more
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </Screen>
      <PendingInvitations />
      <RecentActs />
      {inviting && <InviteUser onClose={() => setInviting(false)} />}
    </>
  );
}

function useUsers(search: string) {
  return useInfiniteQuery(
    api.users.list.infiniteOptions({
      input: (after: string) => ({ search, after }),
      initialPageParam: "",
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
}
