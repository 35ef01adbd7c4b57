import { publicTexts } from "#catalog/public-texts.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { Mark, Reason } from "#web/design/mark.tsx";
import { Ticks, TicksLegend } from "#web/design/ticks.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import { Part, PartTitle } from "#web/marketing/part.tsx";

const tally: Readonly<Record<string, Finding>> = { p: "passing", f: "failing", n: "needs evidence" };
const findings = "ppppfpfpnpppppnfppfpnp".split("").map((letter) => tally[letter]!);

const connections = [
  { name: "Cloud provider", connected: true },
  { name: "Source-code host", connected: true },
  { name: "Practice management", connected: false },
];
const collected = [
  { number: 143, name: "Audit log settings", type: "Config" },
  { number: 142, name: "Change tickets approved, week 19", type: "Report" },
  { number: 141, name: "Information security policy v3.2", type: "Policy" },
];

/** The three steps. What stands beside each is a sample. */
export function HowItWorks() {
  return (
    <Part id="how-it-works" number={3}>
      <PartTitle>{publicTexts.landing.howItWorks}</PartTitle>
      <p className="lede">{publicTexts.landing.threeSteps}</p>
      <ol className="steps">
        <li>
          <div>
            <h3>Connect</h3>
            <p>Secure OAuth links to cloud services and practice-management tools, no agents.</p>
            <p className="step-today">Being built. There are no connections to other services today.</p>
          </div>
          <ul className="step-sample" aria-label="Sample connections">
            <SampleLine>Connections</SampleLine>
            {connections.map(({ name, connected }) => (
              <li key={name}>
                <span>{name}</span>
                <Mark finding={connected ? "sealed" : "needs evidence"} size="small">
                  {connected ? "Connected" : "Not Connected"}
                </Mark>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <div>
            <h3>Collect</h3>
            <p>
              Continuous ingestion and encryption of logs, policy documents, change tickets and client-confidentiality
              controls.
            </p>
            <p className="step-today">
              Encryption works today for files and reports you upload. Continuous ingestion is being built.
            </p>
          </div>
          <ul className="step-sample" aria-label="Sample evidence">
            <SampleLine>Evidence</SampleLine>
            {collected.map(({ number, name, type }) => (
              <li key={number}>
                <span>
                  <span className="exhibit-number">{formatExhibitNumber(number)}</span> {name}
                </span>
                <span className="faint">{type}</span>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <div>
            <h3>Protect</h3>
            <p>A dashboard with pass/fail status by control and alerts on compliance gaps.</p>
            <p className="step-today">
              The dashboard shows gaps. Subscribers get one email when a control starts failing.
            </p>
          </div>
          <div>
            <p className="step-count">
              <span>
                <b>15 of 22</b> controls pass
              </span>
              <span className="faint">SOC 2, sample</span>
            </p>
            <Ticks of="controls" findings={findings} />
            <div className="step-legend">
              <TicksLegend findings={findings} />
            </div>
            <div className="step-fail">
              <div>
                Strong authentication
                <Reason finding="failing">2 of 27 accounts sign in without MFA.</Reason>
              </div>
              <Mark finding="failing" />
            </div>
          </div>
        </li>
      </ol>
    </Part>
  );
}

/** What a list shows, and that it is made up. */
function SampleLine({ children }: { children: string }) {
  return (
    <li className="faint">
      <span>{children}</span>
      <span>sample</span>
    </li>
  );
}
