import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planOf } from "#catalog/plans.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useOverride } from "./flags.ts";
import { TypedSearch } from "./typed-search.tsx";

/** Finds a company by its name and turns a flag for it alone. */
export function OverrideDialog({ flag, onClose }: { flag: string; onClose: () => void }) {
  const [search, setSearch] = useState("");
  const override = useOverride();
  const found = useQuery({
    ...api.flags.companies.queryOptions({ input: { search } }),
    placeholderData: keepPreviousData,
  });

  async function set(companyId: string, company: string, enabled: boolean) {
    if (await override({ key: flag, companyId, company, enabled })) onClose();
  }

  return (
    <Dialog title={`${flag} for a company`} onClose={onClose}>
      <DialogBody>
        <TypedSearch
          label="Search companies"
          placeholder="Search by name"
          value={search}
          onSearch={(text) => setSearch(text)}
        />
        <Screen
          data={found}
          loading={<SkeletonLines lines={3} />}
          empty={{
            when: (companies) => companies.length === 0,
            show: (
              <p className="quiet">
                No companies match <b className="strong">“{search.trim()}”</b>.
              </p>
            ),
          }}
        >
          {(companies) => (
            <ul className="settings-list" aria-label="Companies">
              {companies.map(({ id, name, plan, members }) => (
                <li key={id}>
                  <div className="narrows">
                    <b className="strong">{name}</b>
                    <p className="small faint">
                      {planOf(plan).name}, {members === 1 ? "1 member" : `${members} members`}
                    </p>
                  </div>
                  <div className="row gap-4">
                    <Button size="small" aria-label={`On for ${name}`} onClick={() => void set(id, name, true)}>
                      On
                    </Button>
                    <Button size="small" aria-label={`Off for ${name}`} onClick={() => void set(id, name, false)}>
                      Off
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Screen>
      </DialogBody>
    </Dialog>
  );
}
