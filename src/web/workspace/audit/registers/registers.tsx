import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { useSearch } from "../../use-search.ts";
import type { AuditScope } from "../audit.ts";
import { RegisterList } from "./register-list.tsx";
import { SealedLine } from "./sealed-line.tsx";
import { SealedRegisterPage } from "./sealed-register.tsx";

/** The registers that checks rest on, as an exhibit has them: the newest, or the newest of a day. One of them opens by `?register=`. */
export function Registers({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const [search, set] = useSearch();
  const on = search.get("on") ?? "";
  const snapshot = useQuery(
    api.audit.registers.queryOptions({ input: { companyId: company.id, ...(isDay(on) && { on }) } }),
  );
  const key = search.get("register") ?? "";
  return (
    <Screen
      data={snapshot}
      loading={<SkeletonRegister rows={8} columns={4} />}
      empty={{
        when: (found) => found === null,
        show: (
          <>
            <AsOf on={on} />
            <p className="padded-16 quiet">
              {isDay(on)
                ? `No registers were sealed up to ${longDate(`${on}T12:00:00.000Z`)}.`
                : "No registers have been sealed yet."}
            </p>
          </>
        ),
      }}
    >
      {(found) => {
        const register = found!.registers.find((candidate) => candidate.key === key);
        if (register)
          return (
            <SealedRegisterPage
              key={`${register.key} ${found!.evidenceId}`}
              snapshot={found!}
              listed={register}
              scope={scope}
              onBack={() => set({ register: "" }, { replace: false })}
            />
          );
        return (
          <>
            <AsOf on={on} />
            <SealedLine snapshot={found!} />
            <RegisterList snapshot={found!} />
          </>
        );
      }}
    </Screen>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function AsOf({ on }: { on: string }) {
  const [, set] = useSearch();
  return (
    <div className="sealed-on above-16 below-16">
      <Field label="As of the end of (UTC)" help="Leave empty for the newest.">
        <Input type="date" value={on} onChange={(event) => set({ on: event.target.value }, { replace: on !== "" })} />
      </Field>
    </div>
  );
}
