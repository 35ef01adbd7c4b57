import { useState } from "react";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";

interface MuteFormProps {
  mutedUntil: string | null;
  busy: boolean;
  /** A day as `2026-11-24`, or null for no longer. */
  onMute: (until: string | null) => void;
}

const DAY_MS = 24 * 60 * 60_000;
const dayFromNow = (days: number) => new Date(timeNow().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Nothing is mailed until a day, and nothing of that time afterwards. */
export function MuteForm({ mutedUntil, busy, onMute }: MuteFormProps) {
  const [until, setUntil] = useState(() => dayFromNow(7));
  const [tried, setTried] = useState(false);
  const wrong = until <= dayFromNow(0) ? "Choose a later date" : undefined;
  if (mutedUntil) {
    return (
      <div className="settings-item">
        <p>Emails are paused until {longDate(mutedUntil)}. We won't email what happens until then.</p>
        <Button size="small" busy={busy && "Saving..."} onClick={() => onMute(null)}>
          Resume emails
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="mute-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!wrong) onMute(until);
      }}
    >
      <Field
        label="Pause emails until"
        help="We won't email what happens until then. You can see it under Activity."
        error={tried ? wrong : undefined}
      >
        <Input type="date" min={dayFromNow(1)} value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
      <Button type="submit" size="small" busy={busy && "Saving..."}>
        Pause emails
      </Button>
    </form>
  );
}
