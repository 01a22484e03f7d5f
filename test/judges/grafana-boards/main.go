// Judges boards by Grafana's schema, as the types that Grafana generates from it read them: every member is known, none that is required lacks.
package main

import (
	"fmt"
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/cog/variants"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/logs"
	"github.com/grafana/grafana-foundation-sdk/go/loki"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

func main() {
	runtime := cog.NewRuntime()
	for _, panel := range []variants.PanelcfgConfig{logs.VariantConfig(), stat.VariantConfig(), table.VariantConfig(), timeseries.VariantConfig()} {
		runtime.RegisterPanelcfgVariant(panel)
	}
	for _, query := range []variants.DataqueryConfig{loki.VariantConfig(), prometheus.VariantConfig()} {
		runtime.RegisterDataqueryVariant(query)
	}
	status := 0
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		var board dashboard.Dashboard
		if err == nil {
			err = board.UnmarshalJSONStrict(text)
		}
		if err == nil || err.Error() == "" {
			err = board.Validate()
		}
		if err != nil && err.Error() != "" {
			status = 1
			fmt.Printf("%s: %v\n", file, err)
		}
	}
	os.Exit(status)
}
