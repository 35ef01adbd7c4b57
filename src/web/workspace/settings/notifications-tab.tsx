import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { alertKindKeys, alertKinds } from "#domain/ledger-events.ts";
import { api } from "#web/api.ts";
import { Switch } from "#web/design/choice.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { tell } from "#web/refusal.ts";
import { useWorkspace } from "../company-context.tsx";
import { MuteForm } from "./mute-form.tsx";
import { Section } from "./section.tsx";

export type AlertPreferences = z.output<typeof contract.alertPreferences.get.output>;

/** What the person is mailed about in this company. */
export default function NotificationsTab() {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const input = { companyId: company.id };
  const preferences = useQuery(api.alertPreferences.get.queryOptions({ input }));
  const set = useMutation(
    api.alertPreferences.set.mutationOptions({
      onSuccess: (answer) => queries.setQueryData(api.alertPreferences.get.queryKey({ input }), answer),
      onError: (error) => tell(error, "Your notifications could not be saved"),
    }),
  );
  const chosen = (found: AlertPreferences, kind: string) => {
    const sending = set.isPending ? set.variables.kinds?.find((one) => one.kind === kind) : undefined;
    return (sending ?? found.kinds.find((one) => one.kind === kind))?.byMail ?? false;
  };
  return (
    <Screen data={preferences} loading={<SkeletonLines lines={9} />} empty={null}>
      {(found) => (
        <>
          <Section title="By mail">
            <div className="grid gap-5">
              <p className="max-w-[62ch] text-ink-2">
                Mailed to {person.email} about {company.name}, for you alone: what others do, all that happens within
                five minutes in one mail.
              </p>
              {alertKindKeys.map((kind) => (
                <Switch
                  key={kind}
                  label={alertKinds[kind].label}
                  note={alertKinds[kind].note}
                  checked={chosen(found, kind)}
                  onChange={(event) => {
                    // Not closed while one change is under way: a closed switch loses the focus.
                    if (!set.isPending) set.mutate({ ...input, kinds: [{ kind, byMail: event.target.checked }] });
                  }}
                />
              ))}
            </div>
          </Section>
          <Section title="Pause">
            <MuteForm
              mutedUntil={found.mutedUntil}
              busy={set.isPending && set.variables.mutedUntil !== undefined}
              onMute={(mutedUntil) => set.mutate({ ...input, mutedUntil })}
            />
          </Section>
          <Section title="Always sent">
            <p className="max-w-[62ch] text-ink-2">
              Some mails cannot be turned off, because they protect your account or answer what you did.
            </p>
            <ul className="mt-3 grid max-w-[62ch] gap-1.5 text-ink-2 [list-style:disc] pl-5">
              <li>A sign-in from a browser that your account had not been used with before</li>
              <li>A changed password, passkey, authenticator app or recovery code</li>
              <li>Links to sign in, to confirm your address and to reset your password</li>
              <li>Invitations, and the end of your account</li>
              <li>The end of a company you own or manage, and a webhook of yours that was turned off</li>
            </ul>
          </Section>
        </>
      )}
    </Screen>
  );
}
