import { useState } from "react";
import type { ReactNode } from "react";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { AppError } from "#web/app-error.ts";

const named = contract.debug.insertCompany.input;

interface CompanyAttemptProps {
  text: ReactNode;
  button: string;
  /** Tries it, and answers with the id of what was made, or with nothing. */
  attempt: (name: string) => Promise<{ readonly id: string } | null>;
  /** What a success means. */
  told: (id: string) => string;
}

/** A name, a button, and what came of it, word for word. */
export function CompanyAttempt({ text, button, attempt, told }: CompanyAttemptProps) {
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>();
  const { attributes, errors, busy } = useSchemaForm(named, async ({ name }) => {
    try {
      const made = await attempt(name);
      setOutcome(
        made
          ? { failed: false, text: told(made.id) }
          : { failed: true, text: "Failed to create company - returned null" },
      );
    } catch (error) {
      setOutcome({ failed: true, text: whatFailed(error) });
    }
  });
  return (
    <form {...attributes} className="debug-attempt">
      <p className="quiet">{text}</p>
      <Field label="Company name" error={errors.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" busy={busy && "Trying..."}>
          {button}
        </Button>
      </div>
      <p role="status" className={outcome?.failed ? "failing" : "passing"}>
        {outcome?.text}
      </p>
    </form>
  );
}

/** The specification's sentences (section 8). */
function whatFailed(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  if (error.status === 401) return "No authenticated user found";
  return `Error: ${error.message} (Code: ${error.code})`;
}
