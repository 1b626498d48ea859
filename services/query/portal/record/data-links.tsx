import type { Dataset, Distribution } from "../../dataset/dataset.ts";
import { shortened } from "../../dataset/text.ts";
import { Outward, Provided, TextOrLink } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import { toolsFor } from "./tools.ts";

/** Where the data are, in which form, and what opens them. `whole` has the lists of which `dataset` has the beginning. */
export function DataLinks({ dataset, whole, locale }: { dataset: Dataset; whole: Dataset; locale: Locale }) {
  const { distributions, restricted, accessConditions } = dataset;
  const { record: texts } = locale.texts;
  const left = whole.distributions.length - distributions.length;
  return (
    <>
      {whole.distributions.length === 0 ? (
        <p>{texts.noData}</p>
      ) : (
        <ul class="files">
          {distributions.map((each, index) => (
            <li key={index}>
              <DataLink distribution={each} locale={locale} />
            </li>
          ))}
          {left > 0 && <li class="quiet">{texts.andMore(locale.number(left))}</li>}
        </ul>
      )}
      {restricted === true && <p class="warning">{texts.restricted}</p>}
      {accessConditions.map((condition) => (
        <p key={condition}>
          {locale.texts.members.access_restriction}: <TextOrLink text={condition} />
        </p>
      ))}
    </>
  );
}

function DataLink({ distribution, locale }: { distribution: Distribution; locale: Locale }) {
  const { address, format, protocol, bytes } = distribution;
  const about = [format, bytes === undefined ? undefined : locale.bytes(bytes), protocol].filter(
    (part) => part !== undefined,
  );
  const tools = toolsFor(distribution);
  return (
    <>
      <Outward address={address}>
        <Provided text={shortened(address, 300)} />
      </Outward>
      {about.length > 0 && (
        <div>
          {about.map((part, index) => (
            <span key={part}>
              {index > 0 && " · "}
              <Provided text={part} />
            </span>
          ))}
        </div>
      )}
      {tools.length > 0 && <div class="quiet">{locale.texts.record.opensWith(tools.join(", "))}</div>}
    </>
  );
}
