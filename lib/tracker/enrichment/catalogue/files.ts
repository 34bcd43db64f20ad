/**
 * Extensions of open files by category: `category | extension …`. A file without an extension is listed by its name.
 */
export const FILES = `
dev.code | ts tsx mts cts js jsx mjs cjs py pyi pyw pyx go rs java kt kts swift c h cc cxx cpp hpp hxx hh cs fs fsx vb rb erb php scala sc ex exs erl hrl clj cljs cljc edn hs lhs ml mli lua pl pm r rmd jl dart groovy gradle m mm zig nim v vhd vhdl sv asm s f90 f95 pas elm vue svelte astro css scss sass less html htm xhtml xaml proto graphql gql wasm cu glsl hlsl vert frag sol sln csproj vcxproj xcodeproj pbxproj podspec gemspec gemfile rakefile makefile cmake cmakelists.txt package.json cargo.toml go.mod tsconfig.json
dev.terminal | sh bash zsh fish ps1 psm1 bat cmd
dev.data | sql ipynb prisma db sqlite sqlite3 parquet mongodb pgsql plsql dbml pbix twb twbx
dev.ops | tf tfvars hcl dockerfile containerfile yml yaml jenkinsfile vagrantfile helmfile nomad bicep kubeconfig procfile
write.docs | md mdx docx doc odt rtf tex bib pages rst adoc asciidoc pdf org wpd
write.sheets | xlsx xls xlsm xlsb csv tsv ods numbers
write.slides | pptx ppt odp key ppsx
design | fig psd psb sketch xd indd svg afdesign afphoto afpub xcf kra blend dwg dxf skp f3d step stl 3mf fcstd prproj aep drp kdenlive drawio excalidraw rvt sldprt sldasm kicad_pcb kicad_sch
sensitive | kdbx kdb 1pif agilekeychain opvault
`;
