import { useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useHydrated } from "#web/design/use-hydrated.ts";

const choices = [
  { kind: "demo", label: "Use demo account" },
  { kind: "admin", label: "Use admin account" },
] as const;

interface DemoAccountsProps {
  onFill: (email: string, password: string) => void;
  /** The accounts are asked for until this is done; then the fields have their values. */
  onFilling: (filling: Promise<void>) => void;
}

/** Fills the form with a demo account. Shown by the style sheet, and only where the server offers the demo. */
export function DemoAccounts({ onFill, onFilling }: DemoAccountsProps) {
  const hydrated = useHydrated();
  const [asking, setAsking] = useState(false);
  async function fill(kind: "demo" | "admin") {
    setAsking(true);
    try {
      const { demoAccounts } = await import("./enter-demo.ts");
      const { email, password } = (await demoAccounts()).find((account) => account.kind === kind)!;
      // Sign In waits for this, and reads the fields as soon as it ends.
      flushSync(() => onFill(email, password));
    } catch {
      toast.error("Could not pre-fill login form");
    } finally {
      setAsking(false);
    }
  }
  return (
    <div className="demo-accounts">
      <p>Try a sample company. Nothing is kept.</p>
      <div>
        {choices.map(({ kind, label }) => (
          <Button key={kind} size="small" disabled={asking || !hydrated} onClick={() => onFilling(fill(kind))}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
