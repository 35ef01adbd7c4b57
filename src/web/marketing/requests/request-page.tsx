import type { ReactNode } from "react";
import { Button } from "#web/design/button.tsx";
import { HumanCheck } from "#web/human-check/human-check.tsx";
import { ReceivedBox } from "./received-box.tsx";
import { honeypotName } from "./use-draft.ts";
import type { useRequestForm } from "./use-request-form.ts";
import "./requests.css";
import "../plain.css";

interface RequestPageProps {
  title: string;
  lede: ReactNode;
  form: ReturnType<typeof useRequestForm>;
  button: string;
  busy: string;
  /** Under the button: another way. */
  aside?: ReactNode;
  /** What the corner for the stamp says while it is empty. */
  until: string;
  /** What happens after sending, step by step. */
  steps: readonly string[];
  /** The form's own lines. */
  children: ReactNode;
}

/** A form on the numbered sheet: its lines by their numbers in the margin, and beside it what happens next. */
export function RequestPage({ title, lede, form, button, busy, aside, until, steps, children }: RequestPageProps) {
  return (
    <div className="site-wrap sheet">
      <section className="part">
        <div className="part-number" />
        <div className="part-body request-head">
          <h1 className="title-part">{title}</h1>
          <p className="lede">{lede}</p>
        </div>
      </section>
      <div className="part">
        <div className="part-number" />
        <div className="part-body request">
          <form {...form.attributes} aria-label={title} className="request-form">
            <p className="request-note">All fields are required.</p>
            <ol className="request-lines" role="list">
              {children}
              <li>
                <HumanCheck check={form.check} onQuestion={form.postPlainly} />
              </li>
            </ol>
            <Honeypot />
            <Button type="submit" kind="primary" size="large" withoutScripts busy={form.busy && busy}>
              {button}
            </Button>
            {aside && <p className="request-aside">{aside}</p>}
          </form>
          <div className="request-side">
            <ReceivedBox receipt={form.receipt} until={until} />
            <h2 className="title-card">What happens next</h2>
            <ol className="request-steps" role="list">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Out of sight, of the reading order and of the way of Tab: only a program fills it in. */
function Honeypot() {
  return (
    <div className="plain-trap" aria-hidden="true">
      <label>
        Website
        <input name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
