import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, PasswordInput } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Segmented } from "#web/design/tabs.tsx";
import { useSchemaForm } from "#web/form.ts";
import { rememberReturnPath } from "#web/return-path.ts";

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

type Way = "password" | "code";

/** Who is there, shown once more by what this account has: the password, or a code of the authenticator app. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const account = useQuery(api.ownAccount.get.queryOptions({ input: {} }));
  return (
    <Dialog title="Confirm your identity" onClose={props.onClose}>
      <Screen
        data={account}
        loading={
          <DialogBody>
            <SkeletonLines lines={3} />
          </DialogBody>
        }
        empty={null}
      >
        {({ email, passwordChangedAt, totpSince }) => {
          const ways: Way[] = [
            ...(passwordChangedAt ? ["password" as const] : []),
            ...(totpSince ? ["code" as const] : []),
          ];
          return ways.length > 0 ? <ConfirmForm {...props} email={email} ways={ways} /> : <SignInAgain {...props} />;
        }}
      </Screen>
    </Dialog>
  );
}

const text = z.string();
// What the contract's union asks for, field by field, so that a sentence finds its field.
const forms = {
  password: z.object({ password: text.min(6, "Password must be at least 6 characters") }),
  code: z.object({ code: text.trim().min(6, "Enter the 6-digit code from your app") }),
};

function ConfirmForm({
  email,
  ways,
  onConfirmed,
  onClose,
}: ConfirmDialogProps & { email: string; ways: readonly Way[] }) {
  const [way, setWay] = useState<Way>(ways[0]!);
  const field = useRef<HTMLInputElement>(null);
  // It comes after the dialog itself, which found nothing to focus.
  useEffect(() => field.current?.focus(), [way]);
  const schema = forms[way] as z.ZodType<{ password?: string; code?: string }>;
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ password = "", code = "" }, refuse) => {
    try {
      await client.session.confirmIdentity(way === "password" ? { password } : { code: code.replace(/[\s-]/g, "") });
      onConfirmed();
    } catch (error) {
      refuse(error, "Invalid credentials", { "wrong-password": "password", "wrong-code": "code" });
    }
  });
  return (
    <form {...attributes} className="unboxed">
      <DialogBody>
        <p className="quiet">Confirm your identity to continue. This lasts 15 minutes.</p>
        {ways.length > 1 && (
          <Segmented
            label="Confirm by"
            options={[
              { key: "password", label: "Password" },
              { key: "code", label: "Code" },
            ]}
            chosen={way}
            onChoose={setWay}
          />
        )}
        <input type="text" name="username" value={email} readOnly hidden autoComplete="username" />
        {way === "password" ? (
          <Field label="Password" error={errors.password}>
            <PasswordInput ref={field} name="password" autoComplete="current-password" />
          </Field>
        ) : (
          <Field label="Code" help="The 6-digit code your authenticator app shows." error={errors.code}>
            <Input ref={field} name="code" inputMode="numeric" autoComplete="one-time-code" className="input mono" />
          </Field>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={busy && "Confirming..."}>
          Confirm
        </Button>
      </DialogFoot>
    </form>
  );
}

/** An account without a password and without an app has shown who it is when it signed in. */
function SignInAgain({ onClose }: ConfirmDialogProps) {
  const navigate = useNavigate();
  function signOut() {
    rememberReturnPath(location.pathname + location.search);
    onClose();
    void navigate("/logout");
  }
  return (
    <>
      <DialogBody>
        <p className="quiet">
          Your account has no password or authenticator app to confirm with. Sign in again, then do this within 15
          minutes.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" onClick={signOut}>
          Sign in again
        </Button>
      </DialogFoot>
    </>
  );
}
