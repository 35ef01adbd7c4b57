import { useState } from "react";
import { PageHead } from "#web/design/page-head.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { useWorkspace } from "../company-context.tsx";
import { FeatureFlags } from "./feature-flags.tsx";

export const meta = () => [{ title: "Admin - Exhibit" }];

const tabs = [{ key: "flags", label: "Feature Flags" }] as const;

/** What concerns the whole installation. Everybody finds the page; who does not run it is told so. */
export default function AdminScreen() {
  const { platformAdmin } = useWorkspace();
  const [tab, setTab] = useState<(typeof tabs)[number]["key"]>("flags");
  return (
    <div className="page">
      <PageHead title="Admin" sub="What concerns this whole installation, and no company's evidence." />
      {platformAdmin ? (
        <div className="mt-5">
          <Tabs label="Admin" tabs={tabs} chosen={tab} onChoose={setTab}>
            <FeatureFlags />
          </Tabs>
        </div>
      ) : (
        <p className="mt-5 max-w-[62ch] text-ink-2">
          This page is for platform admins, who run this installation. Your company is managed under Settings.
        </p>
      )}
    </div>
  );
}
