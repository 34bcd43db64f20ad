import { numberText } from "@/lib/ui/kit/words/counts";
import "@mantine/charts/styles.layer.css";
import { AreaChart } from "@mantine/charts";

type Props = { data: { at: string; value: number }[]; name: string; unit: string; label: string };

const HEIGHT_PX = 140;
/** Wide enough for `24,000 s`. */
const LABEL_PX = 64;

/** A label without breaks: the chart would break it at spaces. */
function unbroken(text: string): string {
  return text.replace(/\s/g, "\u00a0");
}

/** One measure over a day. Loaded separately, because charts weigh more than the rest of a page. */
export default function ServicePlot({ data, name, unit, label }: Props) {
  return (
    <div role="img" aria-label={label}>
      <AreaChart
        h={HEIGHT_PX}
        data={data.map(({ at, value }) => ({ at: unbroken(at), value }))}
        dataKey="at"
        series={[{ name: "value", label: name, color: "pine.6" }]}
        curveType="linear"
        withDots={false}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        textColor="dimmed"
        gridColor="var(--line)"
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 8, bottom: 0, left: 0 } }}
        xAxisProps={{ interval: "preserveStartEnd", tickMargin: 8, minTickGap: 40 }}
        yAxisProps={{ width: LABEL_PX, allowDecimals: false, tickCount: 3 }}
        valueFormatter={(value) => unbroken(`${numberText(value)}${unit}`)}
      />
    </div>
  );
}
