import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { AppError } from "#web/app-error.ts";
import { loadAccount } from "../load-account.ts";
import { usedLink } from "../mailed-hash.ts";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { typedAddress } from "../typed-address.ts";

/** Milliseconds after which the way leads on by itself (specification, section 9). */
const redirectMs = 2000;

const schema = async () => (await loadAccount()).newPasswordForm;

/** The new password of the account that the link belongs to. */
export default function NewPassword({ email, token }: { email: string; token: string }) {
  const navigate = useNavigate();
  const [updated, setUpdated] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ password }, refuse) => {
    const { client, queryClient } = await loadAccount();
    try {
      await client.session.resetPassword({ token, password });
    } catch (error) {
      if (error instanceof AppError && error.code === "link-invalid") return void navigate(usedLink, { replace: true });
      refuse(error, "Failed to update password", { "password-common": "password" });
      return;
    }
    queryClient.clear();
    typedAddress.write(email);
    toast.success("Password has been updated successfully");
    setUpdated(true);
  });

  useEffect(() => {
    heading.current?.focus();
    if (!updated) return;
    const leave = setTimeout(() => void navigate("/login", { replace: true }), redirectMs);
    return () => clearTimeout(leave);
  }, [updated, navigate]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {updated ? "Password updated" : "Set New Password"}
      </h1>
      <div className="oxford-rule below-20" />
      {updated ? (
        <p className="quiet">You are signed out on all devices. The sign-in page opens in a moment.</p>
      ) : (
        <form {...attributes} className="stack">
          <p className="quiet">
            For <b className="wraps strong inked">{email}</b>. This signs you out on all devices.
          </p>
          <input type="text" name="username" value={email} readOnly hidden autoComplete="username" />
          <NewPasswordFields label="New password" errors={errors} />
          <Button type="submit" kind="primary" size="large" wide busy={busy && "Updating..."}>
            Update Password
          </Button>
        </form>
      )}
    </>
  );
}
