import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Authenticator } from "./authenticator.tsx";
import { Devices } from "./devices.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnData } from "./own-data.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RecoveryCodesLeft } from "./recovery-codes.tsx";
import { Section } from "./section.tsx";
import { SignInProviders } from "./sign-in-providers.tsx";
import { SignInHistory } from "./sign-in-history.tsx";
import { useHasSecondFactor } from "./use-has-second-factor.ts";

export type Account = z.output<typeof contract.ownAccount.get.output>;

/** The person's own account: who they are, how it is protected, where it is in use, and what is theirs to take along. */
export default function ProfileTab() {
  const account = useQuery(api.ownAccount.get.queryOptions({ input: {} }));
  return (
    <Screen data={account} loading={<SkeletonLines lines={9} />} empty={null}>
      {(own) => (
        <>
          <Section title="Profile">
            <NameForm account={own} />
          </Section>
          <Section title="Password">
            <PasswordForm account={own} />
          </Section>
          <Section title="Multi-factor authentication (MFA)">
            <div className="stack gap-28">
              <Required account={own} />
              <Authenticator account={own} />
              <Passkeys />
              <RecoveryCodesLeft account={own} />
            </div>
          </Section>
          <Section title="Ways to sign in">
            <SignInProviders />
          </Section>
          <Section title="Devices">
            <Devices />
          </Section>
          <Section title="Sign-in history">
            <SignInHistory />
          </Section>
          <Section title="Your data">
            <OwnData account={own} />
          </Section>
        </>
      )}
    </Screen>
  );
}

function Required({ account }: { account: Account }) {
  const has = useHasSecondFactor(account);
  if (!account.secondFactorRequired || has !== false) return null;
  return <p className="quiet">Your account requires MFA. Set up an authenticator app or a passkey.</p>;
}
