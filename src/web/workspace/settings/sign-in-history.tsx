import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { deviceName } from "#domain/browser-name.ts";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { registerTime } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { methodWords } from "./method-words.ts";

type SignIn = z.output<typeof contract.ownAccount.signIns.output>[number];

/** How many show before the rest is asked for. */
const atFirst = 8;

const columns: readonly Column<SignIn>[] = [
  {
    key: "device",
    head: "Device",
    phone: "title",
    cell: ({ userAgent, newDevice }) => (
      <>
        {deviceName(userAgent)}
        {newDevice && <span className="settings-tag">New</span>}
      </>
    ),
  },
  { key: "method", head: "How", phone: "hidden", cell: ({ method }) => methodWords[method] },
  {
    key: "outcome",
    head: "Outcome",
    phone: "left",
    cell: ({ outcome }) => (outcome === "signed-in" ? "Signed in" : <b className="strong">Failed</b>),
  },
  {
    key: "address",
    head: "From",
    written: true,
    phone: "hidden",
    roomy: true,
    cell: ({ address }) => <span className="mono">{address}</span>,
  },
  {
    key: "at",
    head: "Time (UTC)",
    phone: "right",
    align: "right",
    cell: ({ at }) => <time dateTime={at}>{registerTime(at)}</time>,
  },
];

/** The last times somebody signed in to the account, or tried; the newest first. */
export function SignInHistory() {
  const [whole, setWhole] = useState(false);
  const signIns = useQuery(api.ownAccount.signIns.queryOptions({ input: {} }));
  return (
    <Screen
      data={signIns}
      loading={<SkeletonRegister rows={4} columns={3} />}
      empty={{ when: (all) => all.length === 0, show: <p className="quiet">No sign-ins yet.</p> }}
    >
      {(all) => {
        const shown = whole ? all : all.slice(0, atFirst);
        return (
          <div className="stack at-start">
            <Table
              label="Sign-in history"
              marginHead="No."
              margin={(item) => String(all.length - all.indexOf(item))}
              columns={columns}
              rowKey={(item) => String(all.indexOf(item))}
              sections={oneSection(shown)}
            />
            {all.length > shown.length && (
              <Button size="small" onClick={() => setWhole(true)}>
                Show all {String(all.length)}
              </Button>
            )}
          </div>
        );
      }}
    </Screen>
  );
}
