import { type ComponentType, createElement, type SVGProps } from "react";

type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke"> & {
  /** Width and height, in pixels or a CSS length. */
  size?: number | string;
  /** Width of its lines, in 24ths of its size. */
  stroke?: number;
};

export type Icon = ComponentType<IconProps>;

const SQUARE = { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 24 24" };
const LINES = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

function icon(shapes: string[], isOutline: boolean): Icon {
  const paths = shapes.map((shape) => createElement("path", { key: shape, d: shape }));
  return ({ size = 24, stroke = 2, children, ...rest }) => {
    const look = isOutline ? { ...LINES, strokeWidth: stroke } : { fill: "currentColor" };
    return createElement("svg", { ...SQUARE, ...look, width: size, height: size, ...rest }, paths, children);
  };
}

/** An icon drawn in lines, in the colour of the text. @param shapes path data in a square of 24 by 24 */
export function outline(...shapes: string[]): Icon {
  return icon(shapes, true);
}

/** An icon filled with the colour of the text. @param shapes path data in a square of 24 by 24 */
export function filled(...shapes: string[]): Icon {
  return icon(shapes, false);
}
