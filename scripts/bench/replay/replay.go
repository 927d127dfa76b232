// A provider that costs nothing: it returns recorded responses (see recorder.cjs), decodes nothing and makes no request.
// The time of Terraform with it is the time of Terraform and the plugin protocol. REPLAY_RECORD names the record.
//
// It needs the standard library only: go build -o terraform-provider-NAME replay.go
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

const (
	shutdown    = "/plugin.GRPCController/Shutdown"
	streamStdio = "/plugin.GRPCStdio/StreamStdio"
	startStream = "/plugin.GRPCBroker/StartStream"
)

// Status codes of gRPC.
const (
	statusOK       = "0"
	statusInternal = "13"
)

// replay handles calls from a record.
type replay struct {
	directory string
	// Closed when the responses are loaded, which happens while Terraform connects.
	loaded    chan struct{}
	responses map[call]string
}

// call is a path and a request with its gRPC prefix.
type call struct{ path, request string }

func main() {
	log.SetFlags(0)
	// The process ends before a collection would pay off.
	debug.SetGCPercent(-1)
	if err := serve(); err != nil {
		log.Fatalf("The replay cannot start: %v.", err)
	}
}

func serve() error {
	directory, err := os.MkdirTemp("", "replay-")
	if err != nil {
		return err
	}
	it := &replay{directory: directory, loaded: make(chan struct{})}
	go it.load(os.Getenv("REPLAY_RECORD"))
	certificate, err := createCertificate()
	if err != nil {
		return err
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM([]byte(os.Getenv("PLUGIN_CLIENT_CERT"))) {
		return errors.New("PLUGIN_CLIENT_CERT contains no certificate: Terraform must start this program, with TLS")
	}
	socket := filepath.Join(directory, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	// go-plugin's handshake: both versions, the address, and the certificate without padding.
	der := base64.RawStdEncoding.EncodeToString(certificate.Certificate[0])
	fmt.Printf("1|6|unix|%s|grpc|%s\n", socket, der)
	server := http.Server{
		Handler: it,
		TLSConfig: &tls.Config{
			Certificates: []tls.Certificate{certificate},
			ClientAuth:   tls.RequireAndVerifyClientCert,
			ClientCAs:    clients,
			NextProtos:   []string{"h2"},
		},
	}
	return server.ServeTLS(listener, "", "")
}

// ServeHTTP handles one call.
func (it *replay) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	switch request.URL.Path {
	case shutdown:
		os.RemoveAll(it.directory)
		os.Exit(0)
	case streamStdio:
		// This stream stays silent.
		<-request.Context().Done()
	case startStream:
		io.Copy(io.Discard, request.Body)
		finish(writer, statusOK, "")
	default:
		it.respond(writer, request)
	}
}

func (it *replay) respond(writer http.ResponseWriter, request *http.Request) {
	path := request.URL.Path
	body, _ := io.ReadAll(request.Body)
	<-it.loaded
	response, isKnown := it.responses[call{path, string(body)}]
	if !isKnown {
		finish(writer, statusInternal, fmt.Sprintf("The record contains no such call of %s, %d bytes.", path, len(body)))
		return
	}
	prepare(writer)
	io.WriteString(writer, response)
	writer.Header().Set("Grpc-Status", statusOK)
}

// prepare sets the headers.
func prepare(writer http.ResponseWriter) {
	header := writer.Header()
	header.Set("Content-Type", "application/grpc")
	header.Set("Trailer", "Grpc-Status, Grpc-Message")
	header["Date"] = nil
}

// finish ends a call without a response. Terraform and standard error get the message.
func finish(writer http.ResponseWriter, status, message string) {
	prepare(writer)
	writer.WriteHeader(http.StatusOK)
	writer.Header().Set("Grpc-Status", status)
	if message != "" {
		log.Print(message)
		writer.Header().Set("Grpc-Message", message)
	}
}

// load reads the record. Of several responses to the same request the last one counts.
func (it *replay) load(file string) {
	record, err := os.ReadFile(file)
	if err != nil {
		log.Fatalf("The replay cannot read its record: %v.", err)
	}
	it.responses = map[call]string{}
	for rest := string(record); rest != ""; {
		parts, lengths := [3]string{}, rest[:12]
		rest = rest[12:]
		for index := range parts {
			length := binary.BigEndian.Uint32([]byte(lengths[4*index:]))
			parts[index], rest = rest[:length], rest[length:]
		}
		it.responses[call{parts[0], parts[1]}] = parts[2]
	}
	close(it.loaded)
}

// createCertificate makes a key and its certificate, the only one that Terraform then trusts.
func createCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(now.UnixNano()),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		NotBefore:             now.Add(-time.Hour),
		NotAfter:              now.Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
