import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { NotFound } from "#web/access/not-found-page.tsx";
import { api } from "#web/api.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { AppError } from "#web/app-error.ts";
import { Authentication } from "./authentication.tsx";
import { DirectInsert } from "./direct-insert.tsx";
import { Policies } from "./policies.tsx";
import { StandardCreation } from "./standard-creation.tsx";
import "./debug.css";

export const meta = () => [{ title: "Debug - Exhibit" }];

const tabs = [
  { key: "standard", label: "Standard Creation" },
  { key: "direct", label: "Direct DB Insert" },
  { key: "policies", label: "RLS Policies" },
] as const;

const panels = { standard: StandardCreation, direct: DirectInsert, policies: Policies };

/** The session as the server sees it, two ways to create a company, and the policies in force. */
export default function DebugScreen() {
  const [tab, setTab] = useState<(typeof tabs)[number]["key"]>("standard");
  const session = useQuery(api.debug.session.queryOptions({ input: {}, staleTime: 0 }));
  const Panel = panels[tab];
  // In production it is there for platform admins only, and for others as if there were no such page.
  if (session.error instanceof AppError && session.error.code === "not-found") return <NotFound />;
  return (
    <div className="page">
      <PageHead title="Debug" sub="An internal tool. Tokens are masked." />
      {session.isPending ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          <Authentication session={session} />
          <div className="above-32">
            <Tabs label="Debug" tabs={tabs} chosen={tab} onChoose={setTab}>
              <div className="padded-20">
                <Panel />
              </div>
            </Tabs>
          </div>
        </>
      )}
    </div>
  );
}
