import { useQuery } from "@tanstack/react-query";

import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import { useWorkspace } from "../company-context.tsx";
import type { Register } from "./registers.ts";

const WhoseDialog = lazily(() => import("./whose-dialog.tsx"));
const RosterDialog = lazily(() => import("./roster-dialog.tsx"));

interface AccountNoticeProps {
  register: Register;
  /** What is open on the screen, and how to open something else. */
  doing: string | null;
  onDo: (what: string) => void;
  onDone: () => void;
}

/** What connected systems know of people: accounts that nobody is known for, and whom a list of people could begin with. */
export function AccountNotice({ register, doing, onDo, onDone }: AccountNoticeProps) {
  const { company } = useWorkspace();
  const asked = useQuery(api.accounts.list.queryOptions({ input: { companyId: company.id, limit: 1 } }));
  if (!asked.data || asked.data.sources.length === 0) return null;
  const { total, sources } = asked.data;
  const mayWrite = register.may.write;
  const partial = sources.filter(({ whole }) => !whole).map(({ source }) => source);
  return (
    <div className="confirmation-line">
      <div className="narrows">
        <p>
          {total === 0
            ? "Every account of your connected systems belongs to somebody."
            : `${total.toLocaleString("en-US")} ${total === 1 ? "account has" : "accounts have"} no owner.`}
        </p>
        <p className="compact quiet wraps">
          Read from {sources.map(({ source }) => source).join(", ")}.
          {partial.length > 0 && ` Not all accounts of ${partial.join(", ")} can be read.`}
        </p>
      </div>
      {mayWrite && (
        <div className="cluster">
          <Button size="small" onClick={() => onDo("roster")}>
            Import from Accounts
          </Button>
          {total > 0 && (
            <Button size="small" onClick={() => onDo("accounts")}>
              Find Owners
            </Button>
          )}
        </div>
      )}
      <>
        {mayWrite && doing === "accounts" && <WhoseDialog onClose={onDone} />}
        {mayWrite && doing === "roster" && <RosterDialog register={register} sources={sources} onClose={onDone} />}
      </>
    </div>
  );
}
